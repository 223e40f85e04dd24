interface Language {
  readonly name: string;
  readonly stopWords: ReadonlySet<string>;
  /** Words for kinds of records, and the English ones. */
  readonly kinds: Readonly<Record<string, string>>;
}

function language(name: string, stopWords: string, kinds: Readonly<Record<string, string>>): Language {
  return { name, stopWords: new Set(stopWords.split(' ')), kinds };
}

const languages: readonly Language[] = [
  language(
    'German',
    'wieviele wieviel gibts habt hab hängt ab habe sag die der das ein eine einen wie viele gibt es welche welcher welches wer wem was wann wo warum ist sind war wurde wurden nicht kein keine keinen und oder im am vom zum zur von mit ohne für auf aus bei nach über unter zwischen haben hat wird werden kann können zeige zeig mir alle unser unsere gehört gehören ich wir sich dem den des letzten letzte heute gestern',
    {
      warteschlange: 'queues',
      warteschlangen: 'queues',
      tabelle: 'tables',
      tabellen: 'tables',
      ressource: 'resources',
      ressourcen: 'resources',
      konto: 'accounts',
      konten: 'accounts',
      datenbank: 'databases',
      datenbanken: 'databases',
      funktion: 'functions',
      funktionen: 'functions',
      anwendung: 'applications',
      anwendungen: 'applications',
      änderung: 'changes',
      änderungen: 'changes',
      geändert: 'changes',
      besitzer: 'owners',
      eimer: 'buckets',
      rolle: 'roles',
      rollen: 'roles',
      umgebung: 'environments',
      umgebungen: 'environments',
    },
  ),
  language(
    'French',
    'le la les un une des du de quelles quels quelle quel qui que quoi quand où pourquoi combien est sont était ne pas par pour avec sans dans sur sous entre et ou il elle nous vous ils elles y ont avons avez montre montrez moi tous toutes notre nos mes ces cette ce dernières derniers hier aujourd possède appartient',
    {
      ressource: 'resources',
      ressources: 'resources',
      file: 'queues',
      files: 'queues',
      base: 'databases',
      bases: 'databases',
      compte: 'accounts',
      comptes: 'accounts',
      fonction: 'functions',
      fonctions: 'functions',
      changé: 'changes',
      changements: 'changes',
      propriétaire: 'owners',
      équipe: 'teams',
      équipes: 'teams',
      rôle: 'roles',
      rôles: 'roles',
      gérées: 'unmanaged resources',
      géré: 'managed resources',
      environnement: 'environments',
    },
  ),
  language(
    'Spanish',
    'el la los las un una unos unas qué que quién quien cuál cuales cuáles cuántos cuántas cuantos cuantas cuándo dónde porqué es son fue está están hay no por para con sin en de del entre y o ha han tenemos tiene muéstrame mostrar todos todas nuestro nuestra últimas últimos ayer hoy pertenece se al cambió',
    {
      recurso: 'resources',
      recursos: 'resources',
      cola: 'queues',
      colas: 'queues',
      tabla: 'tables',
      tablas: 'tables',
      cuenta: 'accounts',
      cuentas: 'accounts',
      función: 'functions',
      funciones: 'functions',
      cambió: 'changes',
      cambios: 'changes',
      dueño: 'owners',
      propietario: 'owners',
      equipo: 'teams',
      equipos: 'teams',
      rol: 'roles',
      roles: 'roles',
      entorno: 'environments',
      aplicación: 'applications',
      aplicaciones: 'applications',
    },
  ),
  language(
    'Portuguese',
    'o os as um uma quais qual quem quantos quantas onde quando não são está estão existem em com sem nosso nossa últimas ontem hoje do da dos das e ou',
    { recursos: 'resources', filas: 'queues', contas: 'accounts', tabelas: 'tables' },
  ),
  language(
    'Italian',
    'il lo gli uno una quali quale quanti quante chi dove quando perché non sono sta ci nel nella della delle degli con senza nostro nostra ultime ieri oggi e di',
    { risorse: 'resources', code: 'queues', tabelle: 'tables' },
  ),
  language(
    'Dutch',
    'het een welke hoeveel wie waar wanneer waarom zijn niet geen van met zonder voor op uit onze laatste gisteren vandaag er en',
    { wachtrijen: 'queues', tabellen: 'tables', accounts: 'accounts' },
  ),
];

/** Words that English questions have and that other languages share. */
const english = new Set(
  'the how many what which who where when why is are in of for and or show list all do does did has have no not any on was were to can me a an i we us'.split(
    ' ',
  ),
);
const scripts: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'Japanese', pattern: /[\u3040-\u30ff]/ },
  { name: 'Korean', pattern: /[\uac00-\ud7af]/ },
  { name: 'Chinese', pattern: /[\u4e00-\u9fff]/ },
  { name: 'Russian', pattern: /[\u0400-\u04ff]{3}/ },
  { name: 'Arabic', pattern: /[\u0600-\u06ff]{3}/ },
];

export interface ForeignText {
  readonly language: string;
  /** English words for the kinds of records that it names. */
  readonly kinds: readonly string[];
}

/** Recognises a question in another language, by its script or its stop words. `undefined` for English. */
export function readForeign(text: string): ForeignText | undefined {
  const script = scripts.find(({ pattern }) => pattern.test(text));
  if (script !== undefined) return { language: script.name, kinds: [] };
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_/.-]+/u)
    .filter((word) => word !== '')
    .slice(0, 200);
  const ours = words.filter((word) => english.has(word)).length;
  const counted = languages
    .map((one) => ({
      one,
      count: words.filter((word) => one.stopWords.has(word) && !english.has(word)).length,
      kinds: words.filter((word) => Object.hasOwn(one.kinds, word)),
    }))
    .toSorted((left, right) => right.count + right.kinds.length - left.count - left.kinds.length);
  const [best] = counted;
  if (
    best === undefined ||
    best.count + best.kinds.length < 2 ||
    best.count + best.kinds.length <= ours ||
    best.count === 0
  )
    return undefined;
  const kinds = [...new Set(best.kinds.flatMap((word) => best.one.kinds[word] ?? []))];
  return { language: best.one.name, kinds };
}
