import { Button } from '@site/ui/button.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import { formatSize } from '../../src/view/text.ts'
import { DataTable } from '../parts/data-table.tsx'
import { SmallButton } from '../parts/dialog-button.tsx'
import { formatCount } from '../parts/format.ts'
import { Moment } from '../parts/moment.tsx'
import { Page } from '../parts/page.tsx'
import { Panel } from '../parts/panel.tsx'
import { Progress } from '../parts/progress.tsx'
import { reportFailure } from '../parts/report-failure.ts'
import { Loaded } from '../parts/state.tsx'
import { backupMadeSchema, backupsSchema } from '../server-calls/answers.ts'
import { type CallFields, type CallProgress, run } from '../server-calls/run.ts'
import { useCall } from '../server-calls/use-call.ts'

/** Lists, makes and checks backups on the computer on which the console runs, and shows the command that restores one. */
export function BackupsPage() {
  const call = useCall(backupsSchema, 'backup list')
  const [work, setWork] = useState<{ what: string; progress: CallProgress | null } | null>(null)

  async function act(what: string, command: string, fields: CallFields): Promise<void> {
    setWork({ what, progress: null })
    await reportFailure(`${what} failed`, async () => {
      const { files, size } = await run(backupMadeSchema, command, fields, {
        onProgress: (progress) => setWork({ what, progress }),
      })
      showToast({
        kind: 'success',
        title: 'Every file is intact',
        text: `${formatCount(files, 'file')}, ${formatSize(size)}.`,
      })
    })
    setWork(null)
    call.reload()
  }

  return (
    <Page
      title="Backups"
      lead="The database, keys, files and emails as they were at one moment. They hold personal data: keep them encrypted."
      actions={
        <Button size="sm" disabled={work !== null} onClick={() => void act('Making a backup', 'backup', {})}>
          Make a backup
        </Button>
      }
    >
      {work && (
        <div className="panel px-5 py-4">
          <Progress label={work.what} done={work.progress?.done ?? 0} total={work.progress?.total ?? null} />
        </div>
      )}
      <Loaded call={call}>
        {({ folder, backups }) => (
          <>
            <Panel title="On this computer" flush>
              <DataTable
                label="Backups"
                rows={backups}
                empty="No backup is here yet. Make one before you need it."
                getRowId={({ name }) => name}
                columns={[
                  { title: 'Taken', cell: ({ taken_at }) => <Moment at={taken_at} /> },
                  { title: 'File', cell: ({ name }) => name },
                  { title: 'Size', isNumber: true, cell: ({ size }) => formatSize(size) },
                  {
                    title: 'Action',
                    cell: ({ name }) => (
                      <SmallButton
                        aria-label={`Check ${name}`}
                        disabled={work !== null}
                        onClick={() => void act(`Checking ${name}`, 'backup verify', { archive: name })}
                      >
                        Check
                      </SmallButton>
                    ),
                  },
                ]}
              />
            </Panel>
            <Panel title="Restore">
              <p>
                A restore replaces the whole database while the server is stopped, so it runs in the terminal. Without{' '}
                <code>--yes</code> it only shows what it would do:
              </p>
              <pre className="mt-3 rounded-card bg-table px-4 py-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
                {`npm run admin -- restore ${folder}/${backups[0]?.name ?? 'site-….tar.gz'} --replace`}
              </pre>
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  )
}
