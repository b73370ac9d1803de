/** Behind a mark or a number that stands alone at the beginning of a line, a smaller one does. */
export const MARK_GAP = 0.3;
export const NUMBER_GAP = 0.35;
export const NUMBER = /^(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]|\d{1,2}(?:\.\d{1,2}){0,4})$/;
export const MARK = /^(?:[-•・‣◦▪■□◆◇●○▶►➢✓✔*–—☐☑☒❑❏❍]|\p{Co})\s*$/u;
/** Marks that begin an item wherever they stand, and those that do at the beginning of a line. */
export const BOX = /[☐☑☒❑❏]\s*/;
export const BULLET = /^(?:[•・‣◦▪■□◆◇●○▶►➢✓✔]|\p{Co}|[*–-](?=\s))\s*(?=\S)/u;
