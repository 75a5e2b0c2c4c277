import { COMMAND_FAILURES } from '../../admin/src/failures.ts'
import { authErrors } from '../../packages/backend/src/auth/errors.ts'
import { renderAuthError } from '../../packages/backend/src/auth/render-error.ts'
import { edgeFunctionErrors } from '../../packages/backend/src/functions/errors.ts'
import type { ErrorConstructors, Refusal, RenderedError } from '../../packages/backend/src/http/errors.ts'
import { httpErrors } from '../../packages/backend/src/http/http-errors.ts'
import { channelErrorDefinitions, handshakeErrors } from '../../packages/backend/src/realtime/errors.ts'
import { renderRestError, restErrors } from '../../packages/backend/src/rest/errors.ts'
import { storageErrors } from '../../packages/backend/src/storage/errors.ts'
import { renderStorageError } from '../../packages/backend/src/storage/render-error.ts'
import { operationsErrors } from '../../server/src/operations/errors.ts'

/** A request of a client that reads the field `code` of an error of the auth service. */
const CODED_REQUEST = { id: '', headers: { 'x-supabase-api-version': '2024-01-01' } }

/** Returns docs/errors.md: the error codes of every service, as the code declares them. */
export function renderErrorsPage(): string {
  return `# Errors

Written by \`npm run check -- --write\` from the \`errors.ts\` of each service. Database errors keep their SQLSTATE
([data.md](data.md#when-a-sign-up-comes-in)). Fields of an error body: \`code\`, \`message\`, \`details\`, \`hint\` (data API); \`statusCode\`,
\`error\`, \`message\` (storage); \`code\`, \`error_code\`, \`msg\` (accounts); \`success\`, \`error\` (functions); \`error\` (realtime).

## Any service

The data API, storage and accounts have their own codes for these errors. A status differs where the cell names it; \`text\` is a plain-text
body without a code.

| code | status | data API | storage | accounts |
| --- | --- | --- | --- | --- |
${createErrors(httpErrors).map(renderSharedError).join('\n')}

## Data API

PostgREST's codes and PostgreSQL's.

${listByStatus(restErrors)}

## Storage

Supabase Storage's codes, by \`statusCode\`.

${listByStatus(storageErrors)}

## Accounts

GoTrue's codes.

${listByStatus(authErrors)}

## Realtime

${listByStatus(handshakeErrors)}
- reply to a message: ${formatCodes(Object.values(channelErrorDefinitions))}

## Functions

\`payment-webhook\`: [payments.md](payments.md#responses).

${listByStatus(edgeFunctionErrors)}

## Operations

${listByStatus(operationsErrors)}

## Operator commands

With \`--json\`, a failed command prints \`{"error": {"code", "message", "hint"}}\` to standard error: ${formatCodes(
    Object.keys(COMMAND_FAILURES).map((code) => ({ code })),
  )}.
`
}

function createErrors<Catalogue>(errors: ErrorConstructors<Catalogue>): Refusal[] {
  return Object.values<() => Refusal>(errors).map((createError) => createError())
}

/** Returns a line for each status, with the codes that are sent with it. */
function listByStatus<Catalogue>(errors: ErrorConstructors<Catalogue>): string {
  const byStatus = Map.groupBy(createErrors(errors), ({ status }) => status)
  return Array.from(byStatus)
    .toSorted(([a], [b]) => a - b)
    .map(([status, all]) => `- ${status}: ${formatCodes(all)}`)
    .join('\n')
}

function formatCodes(errors: readonly { code: string }[]): string {
  return [...new Set(errors.map(({ code }) => `\`${code}\``))].join(', ')
}

/** Returns the row of an error that all services share: its code and status, and those of the services that have their own. */
function renderSharedError(error: Refusal): string {
  const cells = [renderRestError(error), renderStorageError(error), renderAuthError(error, CODED_REQUEST)].map(
    (rendered) => renderCell(rendered, error),
  )
  return `| ${[`\`${error.code}\``, error.status, ...cells].join(' | ')} |`
}

function renderCell({ status, body }: RenderedError, error: Refusal): string {
  const code = typeof body === 'object' && body !== null && 'code' in body ? `\`${String(body.code)}\`` : 'text'
  return status === error.status ? code : `${code}, ${status}`
}
