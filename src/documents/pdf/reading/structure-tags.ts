/** A node of the structure that a tagged PDF states, or text in it, as the library hands it over. */
export interface StructureNode {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly StructureNode[];
}

/** Elements that a reader sees as a block of their own (PDF 1.7, 14.8.4.3). */
const BLOCK = /^(?:P|H\d?|LI|LBody|Lbl|TD|TH|TOCI|Caption|Title|Note)$/;

/** Which block the content of a page belongs to: the numbers of blocks by the ids of marked content. */
export function blocksByContent(root: StructureNode): ReadonlyMap<string, number> {
  const blocks = new Map<string, number>();
  let count = 0;
  const open: { readonly node: StructureNode; readonly block: number }[] = [{ node: root, block: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, block } = next;
    if (node.type === 'content' && node.id !== undefined) blocks.set(node.id, block);
    const isBlock = BLOCK.test(node.role ?? '');
    if (isBlock) count += 1;
    const own = isBlock ? count : block;
    for (const child of node.children ?? []) open.push({ node: child, block: own });
  }
  return blocks;
}
