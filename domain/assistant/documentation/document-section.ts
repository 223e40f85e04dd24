/** A part of a page of the documentation, from its heading to the next one. */
export interface DocumentSection {
  /** A UUID that depends only on the page and the heading. */
  readonly id: string;
  /** Of the page. */
  readonly title: string;
  readonly heading: string;
  /** Path of the page in the API, with the heading as fragment. */
  readonly url: string;
  /** Markdown. */
  readonly text: string;
}
