import { useCallback, useEffect, useRef, useState } from 'react'
import { toError } from '../../../server-calls/run.ts'
import { discardFiles, sendFile, takeFile } from '../../../server-calls/send-file.ts'
import { BLOCKMAP_ENDING, guessSlot, type SlotOption } from './slots.ts'

/**
 * A chosen file. `read` is the number of bytes sent to the console. `id` is null until all were sent; `blockmap` is true when its block map
 * was sent too.
 */
export type ChosenFile = {
  name: string
  size: number
  read: number
  id: string | null
  blockmap: boolean
  error: string | null
}

/** The chosen files by slot, and the files whose slot is not known yet. */
export type ReleaseFiles = {
  chosen: Partial<Record<SlotOption, ChosenFile>>
  unplaced: readonly File[]
  /** Puts files into slots by their names. A block map is kept for the file that it belongs to, and sent with it. */
  add: (files: readonly File[]) => void
  /** Puts a file into a slot. Replaces the file in it. */
  place: (option: SlotOption, file: File) => void
  /** Puts a file of this computer into a slot by its path. Rejects when there is no such file. */
  takePath: (option: SlotOption, path: string) => Promise<void>
  remove: (option: SlotOption) => void
  ignore: (file: File) => void
}

/** The sending of a file: the controller that aborts it, and the ids of its copies in the console's server. */
type Reading = { stop: AbortController; ids: string[] }

/** React hook for the files of a release that is being prepared. Deletes the copies in the console's server when the page is left. */
export function useReleaseFiles(): ReleaseFiles {
  const [chosen, setChosen] = useState<ReleaseFiles['chosen']>({})
  const [unplaced, setUnplaced] = useState<readonly File[]>([])
  const readings = useRef(new Map<SlotOption, Reading>())
  const blockmaps = useRef(new Map<string, File>())

  const forget = useCallback((option: SlotOption) => {
    const reading = readings.current.get(option)
    readings.current.delete(option)
    reading?.stop.abort()
    discardFiles(reading?.ids ?? [])
  }, [])

  useEffect(() => {
    const { current } = readings
    const forgetAll = () => {
      for (const option of [...current.keys()]) forget(option)
    }
    addEventListener('pagehide', forgetAll)
    return () => {
      removeEventListener('pagehide', forgetAll)
      forgetAll()
    }
  }, [forget])

  const place = useCallback(
    (option: SlotOption, file: File) => {
      forget(option)
      const reading: Reading = { stop: new AbortController(), ids: [] }
      readings.current.set(option, reading)
      const { signal } = reading.stop
      const change = (changes: Partial<ChosenFile>) => {
        if (!signal.aborted) setChosen((all) => withChanges(all, option, changes))
      }
      setUnplaced((files) => files.filter((each) => each !== file))
      const start = { name: file.name, size: file.size, read: 0, id: null, blockmap: false, error: null }
      setChosen((all) => ({ ...all, [option]: start }))
      const blockmap = blockmaps.current.get(file.name + BLOCKMAP_ENDING)
      readWithBlockmap(file, blockmap, reading, (read) => change({ read })).then(
        (id) => change({ id, read: file.size, blockmap: blockmap !== undefined }),
        (error: unknown) => change({ error: explain(error) }),
      )
    },
    [forget],
  )

  const add = useCallback(
    (files: readonly File[]) => {
      const isBlockmap = ({ name }: File) => name.endsWith(BLOCKMAP_ENDING)
      for (const file of files.filter(isBlockmap)) blockmaps.current.set(file.name, file)
      for (const file of files.filter((each) => !isBlockmap(each))) {
        const option = guessSlot(file.name)
        if (option === null) setUnplaced((others) => [...others, file])
        else place(option, file)
      }
    },
    [place],
  )

  const takePath = useCallback(
    async (option: SlotOption, path: string) => {
      const { id, name, size } = await takeFile(path)
      forget(option)
      readings.current.set(option, { stop: new AbortController(), ids: [id] })
      const taken = { name, size, read: size, id, blockmap: false, error: null }
      setChosen((all) => ({ ...all, [option]: taken }))
    },
    [forget],
  )

  const remove = useCallback(
    (option: SlotOption) => {
      forget(option)
      setChosen(({ [option]: _, ...rest }) => rest)
    },
    [forget],
  )

  const ignore = useCallback((file: File) => setUnplaced((files) => files.filter((each) => each !== file)), [])
  return { chosen, unplaced, add, place, takePath, remove, ignore }
}

function withChanges(all: ReleaseFiles['chosen'], option: SlotOption, changes: Partial<ChosenFile>) {
  const before = all[option]
  return before === undefined ? all : { ...all, [option]: { ...before, ...changes } }
}

async function readWithBlockmap(
  file: File,
  blockmap: File | undefined,
  { stop: { signal }, ids }: Reading,
  onRead: (bytes: number) => void,
): Promise<string> {
  const id = await sendFile(file, { onSent: onRead, signal })
  ids.push(id)
  if (blockmap !== undefined) ids.push(await sendFile(blockmap, { signal, beside: id }))
  // The file was removed or replaced during the last request, after `forget` had discarded the ids known by then.
  if (signal.aborted) discardFiles(ids)
  return id
}

function explain(error: unknown): string {
  // The browser's message does not say which it is: a folder, or a file that was deleted or changed.
  if (error instanceof DOMException) return 'It cannot be read: is it a folder, or was it changed?'
  return toError(error).message
}
