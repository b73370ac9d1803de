export const OPERATIONS_VIEWS = ['now', 'organizations', 'deliveries'] as const;
export type OperationsView = (typeof OPERATIONS_VIEWS)[number];

export function isOperationsView(text: string): text is OperationsView {
  return OPERATIONS_VIEWS.some((view) => view === text);
}
