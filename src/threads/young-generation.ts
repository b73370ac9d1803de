/**
 * How much each thread may hold of what it has just made, in MiB. V8's own limit is 48, and each of a dozen threads takes
 * it whole as soon as it works: under load the service held 100 MB more, which came and went.
 */
export const YOUNG_GENERATION_MB = 12;
