import type { FileFormat } from '../document.js';

/** CommonMark with tables, task lists and the rest of GitHub's additions; front matter stays. */
export const MARKDOWN: FileFormat = {
  id: 'md',
  extensions: ['md', 'markdown', 'mdown'],
  mediaType: 'text/markdown; charset=utf-8',
  // Loaded with the first file: its parser is more than a hundred modules, and a server only asks for names and endings.
  open: async (bytes, options) => (await import('../text/open-markdown.js')).openMarkdown(bytes, options),
};
