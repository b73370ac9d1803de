/** What keeps a translated document from being handed on as it is. */
export interface Problem {
  readonly kind:
    | 'refused'
    /** A text of the source has nothing in its place, or nothing that can be seen. */
    | 'lostBlock'
    /** Texts that belong apart are one. */
    | 'joinedBlock'
    /** Text lies over other text, over a rule or beyond the page. */
    | 'overprint'
    /** Cells, links, fields, formulas, pictures or formats are not those of the source. */
    | 'structure'
    /** Something else on the page looks different. */
    | 'picture';
  readonly detail: string;
}
