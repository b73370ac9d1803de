/** Custom models and their trainings. */
export const models = {
  versions: { title: 'Versions', pairs: 'Pairs', made: 'Created' },
  care: {
    rename: 'Rename',
    train: 'Add pairs',
    trainHint: 'The pairs of this file are added to those of the model, and a new version is trained.',
    delete: 'Delete',
    deleteSure: (name: string) =>
      `“${name}” goes away with its pairs and versions. Requests that name it are refused from then on. This cannot be undone.`,
  },
  trainings: { title: 'In training', progress: (name: string) => `Progress of ${name}` },
  upload: {
    title: 'What the file holds',
    pairs: (pairs: number) => (pairs === 1 ? '1 pair' : `${pairs} pairs`),
    repeated: (rows: number) => `${rows} repeated`,
    first: 'The first pairs',
  },
  list: {
    title: 'Custom models',
    name: 'Name',
    id: 'Model ID',
    languages: 'Languages',
    field: 'Field',
    empty: 'Your organization has no custom model yet.',
    emptyHint:
      'Collect 10 to 10,000 sentences with their translations in a table, then train a model with it.',
  },
  model: {
    languages: 'Languages',
    field: 'Field',
    version: 'Version',
    untrained: 'The training of this model has not finished. Until then it cannot translate.',
  },
  evaluation: {
    title: 'Evaluation',
    pairs: (pairs: number) =>
      pairs === 1
        ? 'Measured as chrF (0 to 100) on 1 pair that was held out of the training.'
        : `Measured as chrF (0 to 100) on ${pairs} pairs that were held out of the training.`,
    before: 'Before',
    after: 'After',
    difference: 'Difference',
    examples: 'Examples',
    example: (number: number) => `Example ${number}`,
    noExamples: 'No held-out pair is translated differently.',
    source: 'Source',
    reference: 'Reference',
    legend: 'Words that changed are marked.',
  },
  terms: {
    title: 'Suggested terms',
    intro:
      'The pairs translate these the same way again and again: suggestions for a dictionary or glossary.',
    none: 'No term is translated the same way often enough.',
    from: 'Source',
    to: 'Translation',
    count: 'Pairs',
    share: 'Share',
  },
  use: {
    title: 'Use it',
    intro: 'Send the model ID as fieldId with a custom-model contract.',
    body: 'Body of POST /api/v1/translate',
    text: 'Text to translate',
  },
  tryIt: {
    title: 'Try it',
    text: (lang: string) => `Text (${lang})`,
    submit: 'Translate',
    working: 'Translating…',
    base: 'Base model',
    custom: 'This model',
    detected: (lang: string) => `The base model took this text for ${lang}.`,
  },
  contract: {
    label: 'Contract ID',
    select: 'Contract',
    none: 'You have no contract of the custom-model engine. Whoever runs the service can make one.',
  },
  training: {
    title: 'Train a model',
    file: 'File with sentence pairs',
    fileHint:
      'xlsx, tmx, csv or tsv with 10 to 10,000 pairs: the source in the first column, the translation in the second.',
    from: 'From',
    to: 'To',
    choose: 'Choose…',
    field: 'Field',
    fieldFirst: 'Choose the languages first',
    name: 'Name (optional)',
    nameHint: 'Without one the model is called after the file.',
    submit: 'Start training',
    sending: 'Sending…',
  },
  job: {
    title: (name: string) => `Training of ${name}`,
    untitled: 'Training',
    id: (jid: string) => `Job ${jid}`,
    progress: 'Progress',
    states: {
      queued: 'Waiting for its turn',
      preparing: 'Reading the pairs',
      training: 'Training',
      evaluating: 'Evaluating on held-out pairs',
      finished: 'Finished',
      failed: 'Failed',
    },
    cancel: 'Cancel training',
    upload: (pairs: number, repeated: number) =>
      `${pairs} pairs are used${repeated > 0 ? `, ${repeated} repeated sources were replaced by later rows` : ''}.`,
    badRows: (rows: number) => (rows === 1 ? '1 row was left out' : `${rows} rows were left out`),
    firstRows: (shown: number) => `The first ${shown}:`,
    line: 'Line',
    reason: 'Reason',
    toModel: 'To the model',
  },
};
