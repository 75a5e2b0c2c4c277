import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../../art/icon.tsx'
import { brand } from '../../../brand.ts'
import { getPictureFile } from '../../../pictures.ts'
import { useIsNear } from '../../../ui/use-is-near.ts'

/**
 * The player of the demo video. It shows a preview image with a play button and loads nothing from the video host until the visitor presses
 * it. Without JavaScript the image is a link to the video.
 */
export function VideoPlayer() {
  const [playing, setPlaying] = useState(false)
  return (
    <div className="print mx-auto mt-12 max-w-4xl p-2 pb-8 sm:p-4 sm:pb-14">
      <div className="relative aspect-video overflow-hidden rounded-[2px] bg-[#2a1433]">
        {playing ? <Film /> : <Poster onPlay={() => setPlaying(true)} />}
      </div>
    </div>
  )
}

function Poster({ onPlay }: { onPlay: () => void }) {
  const ref = useRef<HTMLAnchorElement>(null)
  const near = useIsNear(ref, 100)
  return (
    <a
      ref={ref}
      href={brand.demoVideo.url}
      role="button"
      aria-label="Play the demo video"
      className="group block size-full rounded-[2px]"
      onClick={(event) => {
        event.preventDefault()
        onPlay()
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ') return
        event.preventDefault()
        onPlay()
      }}
    >
      {near ? (
        <PosterPicture />
      ) : (
        <noscript>
          <PosterPicture />
        </noscript>
      )}
      <span className="play-button">
        <Icon name="play" className="size-8 translate-x-0.5 fill-current sm:size-10" />
      </span>
    </a>
  )
}

function PosterPicture() {
  const { src, width, height } = getPictureFile('video-poster')
  return <img src={src} width={width} height={height} alt="" decoding="async" className="size-full object-cover" />
}

function Film() {
  const ref = useRef<HTMLIFrameElement>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  const url = new URL(brand.demoVideo.url)
  url.searchParams.set('autoplay', '1')
  return (
    <iframe
      ref={ref}
      src={url.href}
      title={`Demo video of ${brand.name}`}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      className="size-full border-0"
    />
  )
}
