import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, RimLitPath, Stroke } from '../scene.tsx'

/** Drawing of a photo print: a summit at sunrise, a still lake and a lit tent. */
export function MountainsDrawing(props: DrawingProps) {
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="mountains-a" colours={['#4B3A8C', '#A678B8', '#F7B7A8', '#FFE3BC']} />
      <LinearGradient id="mountains-b" colours={['#F98FA0', '#B0619C', '#6B4A94']} />
      <LinearGradient id="mountains-c" colours={['#FFF3DC', '#FFC79A', '#E98A8F']} />
      <LinearGradient id="mountains-d" colours={['#7A5AA6', '#4B3A7C']} />
      <LinearGradient id="mountains-e" colours={['#F2B9AE', '#9A74B0', '#43356F']} />
      <LinearGradient id="mountains-f" colours={['#FFF6D8', '#F2A94B', '#D2693F']} />
      <RadialGradient id="mountains-g" colours={['#FFD58ACC', '#FFB86A66', '#FFB86A00']} />
      <LinearGradient id="mountains-h" colours={['#FFE9D0B3', '#FFE9D000']} />
      <path d="M0 0h400v290H0z" fill="url(#mountains-a)" />
      <Stroke d="M60 36h.1M120 22h.1M306 30h.1M352 62h.1M30 84h.1M250 18h.1" ink="#fff" width={2.5} opacity=".8" />
      <path d="M0 196l40-34 26 18 44-52 34 40 26-18 40 50h190v60H0z" fill="#C58DB4" opacity=".7" />
      <path
        d="M96 262l60-84 22-12 22-52 16-14 12-34 14-20 18 28 8 26 24 26 14 40 26 22 68 74z"
        fill="url(#mountains-b)"
      />
      <path
        d="M242 46l18 28 8 26 24 26 14 40 26 22 68 74h-96l-20-44-22-18 6-26-20-20 4-28-16-22 10-20-14-12z"
        fill="url(#mountains-c)"
      />
      <path
        d="M216 100l14-6 8 14-16 26-12 4-6 26-16 10 14-42zM244 94l10 18-2 26 16 18-2 22-18-26-2-24-12-10z"
        fill="#FFF9EC"
        opacity=".75"
      />
      <path d="M0 214l54-30 40 26 60-8 50 34 60-14 50-26 44 22 42-30v102H0z" fill="url(#mountains-d)" />
      <path d="M0 236q90-24 180-4t220-10v44H0z" fill="url(#mountains-h)" />
      <path d="M0 262h400v140H0z" fill="url(#mountains-e)" />
      <path d="M196 262h164l-62 66-22 22-16 6-14 34-14-34-18-30-10-34z" fill="#FFC79A" opacity=".28" />
      <Stroke
        d="M40 284h90M250 276h120M180 300h80M300 318h90M90 316h60M210 340h70"
        ink="#FFF3E0"
        width={2}
        opacity=".5"
      />
      <path
        d="M0 270l6-30 6 14 6-34 8 34 6-18 8 28 6-40 8 40 6-20 8 26 8-14 10 18zM400 268l-6-38 6-10zM300 264l8-18 6 10 8-32 8 32 6-14 8 18 8-36 8 34 8-22 8 22 8-44 8 44 4-16v22z"
        fill="#2B2A55"
      />
      <path d="M0 330q70-30 150-16t130 40 120 46H0z" fill="#2A1B45" />
      <path d="M0 330q70-30 150-16t130 40" fill="none" stroke="#C58DB4" strokeWidth="2" opacity=".7" />
      <circle cx="128" cy="322" r="92" fill="url(#mountains-g)" />
      <path d="M40 356q80-20 180-2l-30 18-60 8z" fill="#F2A94B" opacity=".4" />
      <RimLitPath d="M128 264l72 84-48 16z" fill="#B5523A" rim="#FFE3BC" dx={1.5} dy={-1.5} />
      <path d="M128 264l24 100-94-18z" fill="url(#mountains-f)" />
      <path d="M124 284l4 75-38-7z" fill="#FFF9E6" />
      <path d="M124 284l4 75 10 2zM124 284l-34 68-8-2z" fill="#A8432F" opacity=".6" />
      <path d="M100 354c0-12 3-18 8-18s9 6 9 20zM108 323a6 6.5 0 1 1 0 13 6 6.5 0 0 1 0-13z" fill="#3A1B3A" />
      <path d="M128 264l-100 92M128 264l104 86" stroke="#FFE3BC" strokeWidth="1" opacity=".5" />
      <path
        d="M300 400q6-40 14-60 2 30 6 60zM340 400q0-30-10-52 20 20 22 52zM20 400q0-24-10-40 18 14 20 40zM376 400q4-30 14-46-2 26 0 46z"
        fill="#1B0F30"
      />
    </DrawingRoot>
  )
}
