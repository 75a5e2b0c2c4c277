import { type ESTree, parseSync, Visitor } from 'vite'
import type { SourceFile } from './source-files.ts'

/** Where SQL of the program stands; tests ask as a superuser, who has every right. */
const HOLDS_SQL = /^(?:admin|backend|bench|contract|supabase|tools)\/(?!.*\.test\.ts$)/

/** This check writes the names that it looks for, and none of its text is sent to a database. */
const ITSELF = 'tools/checks/catalogue-names.ts'

/** A type that PostgreSQL reads a name as, by a look-up that fails when the object is missing or in a schema without rights. */
const NAME_TYPE =
  /\b(?:to_)?reg(?:class|collation|config|dictionary|namespace|oper|operator|proc|procedure|role|type)\b/gi

/** Functions that take an object by its name, or fail for an object that the role has no right to. */
const LOOK_UP =
  /\b(?:has_\w+_privilege|pg_has_role|pg_get_\w+|pg_\w+_size|(?:obj|col|shobj)_description|row_security_active|pg_relation_\w+)\s*\(/gi

/**
 * Look-ups that are safe with every plan: file, function or type, why. A function by oid returns null for an object that is gone; what
 * stands in the select list is evaluated only for rows that passed every condition.
 */
const REASONED = new Map([
  ['backend/src/database/platform/01-roles.sql pg_has_role', 'in an IF of PL/pgSQL, about three roles that are there'],
  ['backend/src/database/table-access-store.ts has_schema_privilege', 'by oid, in a select list'],
  ['backend/src/database/table-access-store.ts has_column_privilege', 'by oid and number, in a select list'],
  ['backend/src/database/table-access-store.ts pg_get_expr', 'by oid, in a select list'],
  ['backend/src/database/table-access-store.ts pg_has_role', 'by oid, which answers false for a role that is gone'],
  ['backend/src/rest/schema-store.ts pg_get_expr', 'by oid, in a select list'],
  [
    'backend/src/metrics/database-metrics.ts pg_database_size',
    'about the database of the connection, in a select list',
  ],
  ['backend/src/move/copy-sequences.ts regclass', 'a parameter: a sequence that the source has, no row of a catalogue'],
  ['backend/src/move/inspect.ts has_database_privilege', 'about the database of the connection, in a select list'],
  ['backend/src/move/holdings.ts to_regclass', 'a parameter: one of four tables of ours, no row of a catalogue'],
  ['backend/src/rest/where-sql.ts regconfig', 'a language that the caller names, never a row of a catalogue'],
  ['bench/growth/fill-up.ts pg_get_constraintdef', 'by oid, in a select list'],
])

/**
 * Returns the places of a file where SQL may look up a name, or a right, for rows of a catalogue. PostgreSQL may evaluate an expression
 * for rows that another condition of the query excludes, and which rows depends on the plan: a cast of the name of a table to
 * regclass fails then for tables of schemas without rights, such as pg_toast. A literal such as 'pg_class'::regclass is a constant.
 */
export function catalogueNames({ path, text }: SourceFile): string[] {
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

/** The texts of a program, each with what is put into it as it is written there. */
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
