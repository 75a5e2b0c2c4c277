import { Button } from '@site/ui/button.tsx'
import { useState } from 'react'
import type * as v from 'valibot'
import { Link } from 'wouter'
import { formatSize } from '../../../src/view/text.ts'
import { Badge } from '../../parts/badge.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { SmallButton } from '../../parts/dialog-button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Loaded } from '../../parts/state.tsx'
import { releasesSchema } from '../../server-calls/answers.ts'
import { useCall } from '../../server-calls/use-call.ts'
import { Downloads } from '../today/downloads.tsx'
import { useToday } from '../today/today-context.ts'
import { type ReleaseAct, ReleaseActDialog } from './release-act-dialog.tsx'

type Releases = v.InferOutput<typeof releasesSchema>
type Release = Releases['releases'][number]

/** The live release of each channel, all published releases, and the operations on them. */
export function ReleasesPage() {
  const call = useCall(releasesSchema, 'release list')
  const downloads = useToday().call.data?.downloads
  const [act, setAct] = useState<ReleaseAct | null>(null)
  return (
    <Page
      title="Releases"
      lead="What the download page and the updaters offer."
      actions={
        <Link href="/releases/publish" asChild>
          <Button size="sm">Publish …</Button>
        </Link>
      }
    >
      <Loaded call={call}>
        {(releases) => (
          <>
            <div className="grid gap-6 md:grid-cols-2">
              <LivePanel releases={releases} channel="stable" onAct={setAct} />
              {downloads !== undefined && <Downloads downloads={downloads} />}
              {releases.beta !== null && <LivePanel releases={releases} channel="beta" onAct={setAct} />}
            </div>
            <Panel title="Published" flush>
              <ReleaseTable releases={releases} onAct={setAct} />
            </Panel>
          </>
        )}
      </Loaded>
      {act && <ReleaseActDialog act={act} onClose={() => setAct(null)} onDone={call.reload} />}
    </Page>
  )
}

type LivePanelProps = { releases: Releases; channel: 'stable' | 'beta'; onAct: (act: ReleaseAct) => void }

function LivePanel({ releases, channel, onAct }: LivePanelProps) {
  const version = channel === 'stable' ? releases.current : releases.beta
  const release = releases.releases.find((each) => each.version === version)
  const isHalted = releases.releases.some((each) => each.halted !== undefined && (each.channel ?? 'stable') === channel)
  return (
    <Panel title={channel === 'stable' ? 'Visitors get' : 'Testers get'}>
      <p className="font-display text-3xl wrap-anywhere">{version ?? 'Nothing'}</p>
      <p className="text-sm text-muted">
        {release === undefined
          ? 'Not published from here.'
          : `${release.signed ? 'Signed' : 'Unsigned'}, offered to ${release.staged ?? 100}% of the devices`}
      </p>
      <div className="flex flex-wrap gap-2 pt-4">
        {release?.signed === true && (
          <SmallButton onClick={() => onAct({ kind: 'stage', channel, version: release.version })}>Share …</SmallButton>
        )}
        {release !== undefined && (
          <SmallButton onClick={() => onAct({ kind: 'halt', channel, version: release.version })}>Halt …</SmallButton>
        )}
        {isHalted && (
          <SmallButton onClick={() => onAct({ kind: 'resume', channel, version: '' })}>
            Resume the halted one …
          </SmallButton>
        )}
      </div>
    </Panel>
  )
}

function ReleaseTable({ releases, onAct }: { releases: Releases; onAct: (act: ReleaseAct) => void }) {
  const isLive = ({ version }: Release) => version === releases.current || version === releases.beta
  return (
    <DataTable
      label="Published releases"
      rows={releases.releases}
      empty="No release has been published yet."
      getRowId={({ version }) => version}
      columns={[
        { title: 'Version', cell: ({ version }) => <b className="whitespace-nowrap">{version}</b> },
        { title: 'State', cell: (release) => <ReleaseState release={release} isLive={isLive(release)} /> },
        { title: 'Published', cell: ({ publishedAt }) => <Moment at={publishedAt} /> },
        {
          title: 'Size',
          isNumber: true,
          cell: ({ size }) =>
            formatSize(Object.values(size ?? {}).reduce((sum: number, bytes) => sum + (bytes ?? 0), 0)),
        },
        { title: 'What is new', cell: ({ notes }) => notes && <span className="line-clamp-2">{notes}</span> },
        {
          title: 'Action',
          cell: (release) =>
            !isLive(release) &&
            release.halted === undefined && (
              <SmallButton
                aria-label={`Go back to ${release.version}`}
                onClick={() =>
                  onAct({
                    kind: 'rollback',
                    channel: release.channel === 'beta' ? 'beta' : 'stable',
                    version: release.version,
                  })
                }
              >
                Go back to it …
              </SmallButton>
            ),
        },
      ]}
    />
  )
}

function ReleaseState({ release, isLive }: { release: Release; isLive: boolean }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {isLive && <Badge tone="good">Live</Badge>}
      {release.halted !== undefined && <Badge tone="bad">Halted</Badge>}
      {release.channel === 'beta' && <Badge>Beta</Badge>}
      <Badge tone={release.signed ? undefined : 'warn'}>{release.signed ? 'Signed' : 'Unsigned'}</Badge>
    </span>
  )
}
