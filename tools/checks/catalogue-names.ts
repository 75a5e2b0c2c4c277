import { type ESTree, parseSync, Visitor } from 'vite'
import type { SourceFile } from './source-files.ts'

/** Matches the source files that may contain SQL. Tests are excluded: they connect as a superuser, which has every privilege. */
const HOLDS_SQL = /^(?:admin|packages|server|bench|contract|supabase|tools)\/(?!.*\.test\.ts$)/

/** The file of this check is excluded, because it contains the names that it searches for. */
const ITSELF = 'tools/checks/catalogue-names.ts'

/**
 * Matches PostgreSQL's object identifier types. A cast from text to such a type looks up the name and fails when the object is
 * missing or its schema is not accessible.
 */
const NAME_TYPE =
  /\b(?:to_)?reg(?:class|collation|config|dictionary|namespace|oper|operator|proc|procedure|role|type)\b/gi

/** Matches SQL functions that look up an object by name, or that fail for an object on which the role has no privilege. */
const LOOK_UP =
  /\b(?:has_\w+_privilege|pg_has_role|pg_get_\w+|pg_\w+_size|(?:obj|col|shobj)_description|row_security_active|pg_relation_\w+)\s*\(/gi

/**
 * Look-ups that are safe with every query plan, by file and function or type, each with the reason. A function that takes an oid
 * returns null for a dropped object. PostgreSQL evaluates the select list only for rows that passed every condition.
 */
const REASONED = new Map([
  [
    'packages/backend/src/database/migrations/platform/01-roles.sql pg_has_role',
    'in an IF of PL/pgSQL, about three roles that are there',
  ],
  ['packages/backend/src/database/port/table-access-store.ts has_schema_privilege', 'by oid, in a select list'],
  [
    'packages/backend/src/database/port/table-access-store.ts has_column_privilege',
    'by oid and number, in a select list',
  ],
  ['packages/backend/src/database/port/table-access-store.ts pg_get_expr', 'by oid, in a select list'],
  [
    'packages/backend/src/database/port/table-access-store.ts pg_has_role',
    'by oid, which answers false for a role that is gone',
  ],
  ['packages/backend/src/rest/sql/schema-store.ts pg_get_expr', 'by oid, in a select list'],
  [
    'packages/backend/src/metrics/database-metrics.ts pg_database_size',
    'about the database of the connection, in a select list',
  ],
  [
    'server/src/operations/read-database-status.ts pg_database_size',
    'about the database of the connection, in a select list',
  ],
  ['server/src/move/copy-tables.ts to_regclass', 'the names of tables that the source has, no row of a catalogue'],
  ['server/src/move/copy-tables.ts pg_has_role', 'by oid, in a select list'],
  ['server/src/move/copy-tables.ts regclass', 'a parameter: a sequence that the source has, no row of a catalogue'],
  ['server/src/move/catalogue.ts to_regclass', 'a parameter: the name of a table in our code, no row of a catalogue'],
  [
    'packages/backend/src/rest/sql/where-sql.ts regconfig',
    'a language that the caller names, never a row of a catalogue',
  ],
])

/**
 * Reports SQL that may look up an object name or a privilege for each row of a system catalogue. PostgreSQL may evaluate an
 * expression for rows that another condition of the query excludes, depending on the query plan. A cast of a table's name to
 * regclass then fails for tables in schemas without privileges, such as pg_toast. A literal such as 'pg_class'::regclass is safe,
 * because it is a constant.
 */
export function findCatalogueNameLookups({ path, text }: SourceFile): string[] {
  if (!HOLDS_SQL.test(path) || path === ITSELF) return []
  const statements = path.endsWith('.sql') ? [text.replace(/--.*$/gm, '')] : textsOf(path, text)
  return statements.flatMap((statement) => [
    ...Array.from(statement.matchAll(NAME_TYPE))
      .filter(({ 0: name, index }) => !isConstant(statement, name, index) && !REASONED.has(`${path} ${name}`))
      .map(({ 0: name }) => `${path} looks a name up with ${name}: join the catalogues by oid, or cast a literal`),
    ...Array.from(statement.matchAll(LOOK_UP), ([call]) => call.replace(/\s*\($/, ''))
      .filter((name) => !REASONED.has(`${path} ${name}`))
      .map((name) => `${path} calls ${name}: say in tools/checks/catalogue-names.ts why no plan makes it fail`),
  ])
}

function isConstant(statement: string, name: string, index: number): boolean {
  return name.startsWith('to_')
    ? /^\(\s*'[^']*'\s*\)/.test(statement.slice(index + name.length))
    : /'[^'%]*'::$/.test(statement.slice(0, index))
}

/** Returns the string and template literals of a TypeScript file as source text, including their interpolations. */
function textsOf(path: string, text: string): string[] {
  if (!path.endsWith('.ts')) return []
  const found: string[] = []
  const take = ({ start, end }: ESTree.TemplateLiteral | ESTree.StringLiteral) => found.push(text.slice(start, end))
  const visitor = new Visitor({
    TemplateLiteral: take,
    Literal(node) {
      if (typeof node.value === 'string' && 'raw' in node) found.push(text.slice(node.start, node.end))
    },
  })
  visitor.visit(parseSync(path, text).program)
  return found
}
