/** Documents in, documents out. */
export const files = {
  files: {
    title: 'Files',
    intro: 'The document comes back as it was, in another language: layout, formulas and images stay.',
    drop: 'Drop documents here',
    choose: 'Choose files',
    formats:
      'Word, Excel, PowerPoint, OpenDocument, PDF, HTML, Markdown, text, subtitles, XLIFF, TMX, gettext and resource files, up to 50 at once.',
    into: 'Into',
    from: 'From',
    detect: 'Detect language',
    sending: (count: number) => (count === 1 ? 'Sending the file…' : `Sending ${count} files…`),
    noLanguage: 'Choose at least one language to translate into.',
    noContract: 'There is no contract for files.',
    noContractHint: 'Whoever runs the service can make one: kotobashi admin contracts create … --kind file.',
    empty: 'No file has been translated yet.',
    emptyHint: 'Results stay here for 14 days.',
    list: 'Your files',
    waiting: 'Waiting',
    progress: (done: string, total: string) => `${done} of ${total} sentences`,
    ready: 'Ready',
    failed: 'Failed',
    words: (count: string) => `${count} words`,
    untranslated: (count: number) =>
      count === 1 ? '1 sentence stands as it was' : `${count} sentences stand as they were`,
    download: 'Download',
    downloadAll: 'Download all',
    sideBySide: 'Side by side',
    cancel: 'Cancel',
    back: 'All files',
    asXliff: 'For a translation tool (XLIFF)',
    asXlsx: 'As a table (Excel)',
    search: 'Search in both languages',
    pairs: (shown: string, total: string) =>
      shown === total ? `${total} sentences` : `${shown} of ${total} sentences`,
    more: 'Show more',
  },
};
