import { useId } from 'react'
import { type DrawingProps, Fade, Scene } from './scene.tsx'

/** The poster of the demo video: a hand swipes a print across a laptop towards the kept pile; room for a play button in the middle. */
export function VideoPoster(props: DrawingProps) {
  const id = useId()
  return (
    <Scene id={id} width={640} height={360} {...props}>
      <Fade id={`${id}a`} colours={['#FFE9CF', '#F7C6C5']} />
      <path d="M0 0h640v360H0z" fill={`url(#${id}a)`} />
    </Scene>
  )
}
