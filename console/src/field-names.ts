import { type Kotobashi, type Model, ServiceError, type TrainingField } from '#client';

/** Names of fields by their id. */
export type FieldNames = ReadonlyMap<string, TrainingField['name']>;

/** Names of the fields that models stand under; one whose languages are no longer served has its id alone. */
export async function fieldNames(
  client: Kotobashi,
  models: readonly Model[],
  signal: AbortSignal,
): Promise<FieldNames> {
  const directions = new Map(models.map((model) => [`${model.firstLang} ${model.secondLang}`, model]));
  const lists = await Promise.all(
    Array.from(directions.values(), ({ firstLang, secondLang }) =>
      client.training.fields(firstLang, secondLang, { signal }).catch((error: unknown) => {
        if (error instanceof ServiceError) return [];
        throw error;
      }),
    ),
  );
  return new Map(lists.flat().map(({ lid, name }) => [lid, name]));
}
