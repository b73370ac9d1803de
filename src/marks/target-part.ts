/** One stretch of a translated sentence; a placeholder stands for the protected span of its number. */
export type TargetPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'placeholder'; readonly index: number };
