/**
 * The most common leaked passwords of at least twelve characters, in lower case. Shorter passwords are rejected because
 * of their length.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  `123456789012 1234567890123 123456789101112 qwertyuiop123 qwertyuiop[] qwertyuiopasdf qwertyuiopas asdfghjkl123
   1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx3edc 1qaz2wsx3edc4rfv qazwsxedcrfv qazwsxedcrfvtgb zaq12wsxcde3 zaq1xsw2cde3
   1qazxsw23edc qwerty123456 qwerty1234567 qwerty12345678 123456qwerty 12345qwert12 q1w2e3r4t5y6 q1w2e3r4t5y6u7
   password1234 password12345 password123456 passwordpassword password1password password!123 password123! password@123
   p@ssw0rd1234 p@ssword1234 passw0rd1234 mypassword123 newpassword1 newpassword123 changeme1234 changeme123456
   changemenow! letmein12345 letmeinplease welcome12345 welcome123456 welcome@1234 administrator administrator1
   admin1234567 admin12345678 admin@123456 adminadmin12 adminadminadmin root12345678 rootrootroot toortoortoor
   iloveyou1234 iloveyou12345 iloveyouforever iloveyousomuch ilovemyfamily ilovejesus123 princess1234 sunshine1234
   football1234 baseball1234 basketball12 superman1234 batman123456 spiderman123 starwars1234 dragon123456
   monkey123456 michael12345 jennifer1234 jessica12345 alexander123 christopher1 christopher123 elizabeth123
   abcdefghijkl abcdefghijklm abcdefghijklmnop abcd12345678 abc123456789 a1b2c3d4e5f6 aa123456789a abcdef123456
   computer1234 internet1234 samsung12345 liverpool123 manchester12 manchesterunited chelsea12345 arsenal12345
   whatever1234 trustno1trustno1 correcthorsebatterystaple thisisapassword thisismypassword mypasswordis1
   secretsecret secret123456 test12345678 testtesttest testing12345 user12345678 guest1234567 default12345
   summer202400 winter202400 company12345 qwertyqwerty qwerqwerqwer asdfasdfasdf zxcvbnm12345 zxcvbnmasdfg
   1234qwerasdf 1234qwerasdfzxcv qweasdzxc123 qwe123qwe123 asd123asd123 987654321098 098765432109 111222333444
   112233445566 123123123123 123321123321 121212121212 147258369147 159753159753 789456123000 741852963000`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Whether a password is in the list, a repetition or a sequence. Case is ignored. */
export function isCommonPassword(password: string): boolean {
  const folded = password.toLowerCase();
  return commonPasswords.has(folded) || isRepetition(folded) || isSequence(folded);
}

/** Whether the text repeats one to four characters: `aaaaaaaaaaaa`, `abcabcabcabc`. */
function isRepetition(text: string): boolean {
  return [1, 2, 3, 4].some(
    (length) => text === text.slice(0, length).repeat(text.length).slice(0, text.length),
  );
}

/** Whether the code points of the text are consecutive: `abcdefghijklmn`, `987654321`. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return [1, -1].some((step) =>
    codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step),
  );
}
