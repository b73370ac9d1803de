/** Why a training job failed: numbers for programs, sentences for translators. */
export const TRAINING_FAILURES = {
  41001: 'The training was cancelled.',
  41002:
    'The languages of this model are no longer served: the base model was changed. Ask your administrator to install it again, then train once more.',
  41003:
    'Too few of the pairs could be used: they are longer than the model can read. Split long texts into sentences and train again.',
  41004:
    'The training stopped for a reason that is not in your file. Train again; if it happens twice, give the job id to your administrator.',
} as const satisfies Record<number, string>;

/** Of a training that was ended from outside: what was uploaded for it counts no more. */
export const CANCELLED = 41001;

export type TrainingFailureCode = keyof typeof TRAINING_FAILURES;

/** Ends a job for good; anything else that is thrown is tried again. */
export class TrainingFailure extends Error {
  override readonly name = 'TrainingFailure';
  constructor(readonly code: TrainingFailureCode) {
    super(TRAINING_FAILURES[code]);
  }
}
