/** Operations that clients of this family of interfaces know and this service does not have, and what to do instead. */
const NOT_OFFERED: readonly { readonly path: RegExp; readonly message: string }[] = [
  {
    path: /^\/api\/v1\/(?:translate\/)?(?:stt|speech|asr|voice|interpret)/i,
    message:
      'Speech recognition is not offered by this service: recognise speech elsewhere and send the text to POST /api/v1/translate.',
  },
  {
    path: /^\/api\/v1\/(?:translate\/)?(?:tts|synthes)/i,
    message: 'Speech synthesis is not offered by this service: it translates text and files only.',
  },
  {
    path: /^\/api\/v1\/(?:translate\/)?(?:ocr|image)/i,
    message:
      'Reading text from images is not offered by this service: send the text itself to POST /api/v1/translate.',
  },
];

/** What a caller hears about a path that does not exist: that it is not offered, where that is known. */
export function whyNotOffered(path: string): { readonly message?: string } {
  const found = NOT_OFFERED.find((entry) => entry.path.test(path));
  return found === undefined ? {} : { message: found.message };
}
