import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What the program is made of and what it only reads. */
const PROGRAM = ['bin', 'dist', 'migrations', 'package.json'];
const DATA = ['assets', 'docs', 'models', 'node_modules', 'packages'];

/** The name of a contract moves to another column. Old and new programs fill one each: the trigger keeps both alike. */
const EXPAND = `
alter table contracts add column title text;
--> statement-breakpoint
update contracts set title = name;
--> statement-breakpoint
create function contracts_title() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.title := coalesce(new.title, new.name);
    new.name := coalesce(new.name, new.title);
  elsif new.title is distinct from old.title then
    new.name := new.title;
  else
    new.title := new.name;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger contracts_title before insert or update on contracts for each row execute function contracts_title();
`;
const CONTRACT = `
drop trigger contracts_title on contracts;
--> statement-breakpoint
drop function contracts_title;
--> statement-breakpoint
alter table contracts alter column title set not null;
--> statement-breakpoint
alter table contracts drop column name;
`;

/** Folders with the next two versions of the program. */
export interface NextVersions {
  /** Uses the new column; its migration leaves the old one to those that still run. */
  readonly expanded: string;
  /** Its migration takes the old column away. */
  readonly contracted: string;
}

export function makeNextVersions(folder: string): NextVersions {
  const expanded = join(folder, 'expanded');
  const contracted = join(folder, 'contracted');
  for (const version of [expanded, contracted]) {
    mkdirSync(version);
    for (const name of PROGRAM) cpSync(join(ROOT, name), join(version, name), { recursive: true });
    for (const name of DATA) symlinkSync(join(ROOT, name), join(version, name));
    const schema = join(version, 'dist/store/schema/contracts.js');
    const before = readFileSync(schema, 'utf8');
    const after = before.replace('name: text().notNull()', `name: text('title').notNull()`);
    if (after === before) throw new Error('The schema of contracts has changed: change this version too.');
    writeFileSync(schema, after);
    addMigration(version, 'expand', EXPAND);
  }
  addMigration(contracted, 'contract', CONTRACT);
  return { expanded, contracted };
}

function addMigration(version: string, tag: string, statements: string): void {
  const path = join(version, 'migrations/meta/_journal.json');
  const journal: { entries: { idx: number; when: number; tag: string }[] } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  const last = journal.entries.at(-1);
  const idx = journal.entries.length;
  journal.entries.push({ ...last, idx, when: (last?.when ?? 0) + 1, tag });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(version, 'migrations', `${tag}.sql`), statements);
}
