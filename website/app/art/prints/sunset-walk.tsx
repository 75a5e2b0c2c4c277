import { looks } from '../newlyweds.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, RimLitPath, Stroke } from '../scene.tsx'

/** Drawing of a photo print: a couple walks towards a low sun, with long shadows on wet sand. */
export function SunsetWalkDrawing(props: DrawingProps) {
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="sunset-a" colours={['#3E2168', '#8C3F8C', '#E5628A', '#FBA56F', '#FFDE9C']} />
      <RadialGradient id="sunset-b" colours={['#FFF3C9', '#FFDE9CB3', '#FFB37A00']} />
      <LinearGradient id="sunset-c" colours={['#F6A274', '#B4568A', '#6B3580']} />
      <LinearGradient id="sunset-d" colours={['#F0A07C', '#B85F84', '#73387A', '#451F5C']} at={[0, 0.3, 0.7, 1]} />
      <LinearGradient id="sunset-e" colours={['#FFE9CF', '#F7A98F', '#B65A86']} />
      <LinearGradient id="sunset-f" colours={['#2A1433D9', '#2A143300']} />
      <LinearGradient id="sunset-g" across colours={['#2A1433', '#3A1840', '#8A3D63']} />
      <path d="M0 0h400v226H0z" fill="url(#sunset-a)" />
      <path
        d="M0 96q60-14 120-4t120-6 160 2v14q-70-8-140 2T110 98 0 110zM180 62q60-10 110-2t110-8v8q-60 10-110 8t-110-6z"
        fill="#FFC0A0"
        opacity=".35"
      />
      <circle cx="262" cy="196" r="150" fill="url(#sunset-b)" />
      <path
        d="M96 118q7-6 12 1 6-6 13 0-7-1-13 5-5-6-12-6zM132 98q5-4 9 1 4-5 9 0-5-1-9 3-4-4-9-4zM70 134q4-3 7 1 4-4 8 0-5-1-8 3-3-3-7-4z"
        fill="#3E2168"
      />
      <circle cx="262" cy="196" r="42" fill="#FFF6D8" />
      <path d="M0 178c40-26 70-30 104-18 40 14 74 44 128 62H0z" fill="#8E4687" />
      <path d="M0 202c44-16 92-8 150 20H0z" fill="#5E2C72" />
      <path d="M0 222h400v74H0z" fill="url(#sunset-c)" />
      <path
        d="M238 227q18-4 36 0-18 4-36 0M240.5 234q18.5-4 37 0-18.5 4-37 0M224 241q24-4 48 0-24 4-48 0M242 241q34-4 68 0-34 4-68 0M253.5 248q18.5-4 37 0-18.5 4-37 0M243 248q20-4 40 0-20 4-40 0M233 255q15-4 30 0-15 4-30 0M216 255q34-4 68 0-34 4-68 0M248.5 262q29.5-4 59 0-29.5 4-59 0M260 262q16-4 32 0-16 4-32 0M228 269q24-4 48 0-24 4-48 0M245.5 269q28.5-4 57 0-28.5 4-57 0M272 276q12-4 24 0-12 4-24 0M244.5 276q23.5-4 47 0-23.5 4-47 0"
        fill="#FFF0C4"
        opacity=".9"
      />
      <path d="M0 288c50-12 100-8 160-4s150-6 240-2v118H0z" fill="url(#sunset-d)" />
      <path d="M0 288c50-12 100-8 160-4s150-6 240-2v5c-90-2-170 8-240 6S50 292 0 298z" fill="#FFE9CF" />
      <path
        d="M232 300q26-6 52 0-26 6-52 0M234 312q23-6 46 0-23 6-46 0M230.5 324q50.5-6 101 0-50.5 6-101 0M229.5 336q30.5-6 61 0-30.5 6-61 0M239 348q40-6 80 0-40 6-80 0M228.5 360q49.5-6 99 0-49.5 6-99 0M223.5 372q34.5-6 69 0-34.5 6-69 0M228 384q35-6 70 0-35 6-70 0M209.5 396q30.5-6 61 0-30.5 6-61 0"
        fill="#FFD0A0"
        opacity=".3"
      />
      <path d="M160 331l-40 69h44l24-68zM208 336l-16 64h30l2-64z" fill="url(#sunset-f)" />
      <path
        d="M60 384q7-3 12 0t-12 0M84 366q6-3 11 0t-11 0M100 350q5-2 9 0t-9 0M118 392q7-3 12 0t-12 0"
        fill="#2A1433"
        opacity=".4"
      />
      <g transform="translate(12 38)scale(.84)">
        {/* Figure of the man, with a hand in his pocket and his trousers rolled up */}
        <path d="M228 340h12l1 9q-8 3-14 0zM256 350h13l1 8q-8 3-15 0z" fill="#814A2E" />
        <RimLitPath d="M228 258l-2 64 1 22h14l2-24 6-42 7 46 0 30h15l0-32 2-64z" fill="#24102F" rim={sun} />
        <RimLitPath
          d="M228 206c-8 12-12 30-16 52l9 3c6-16 10-32 12-45zM264 196c8 4 12 10 13 16l8 36c2 10-4 18-14 24l-5-8 8-14-12-34z"
          fill="#2E1439"
          rim={sun}
        />
        <RimLitPath
          d="M246 185c-15 1-22 6-23 18l3 61q23 6 46 0l2-60c-1-13-12-18-28-19z"
          fill="url(#sunset-g)"
          rim={sun}
        />
        <path d="M238 178h16v9q-9 5-17 0z" fill="#814A2E" />
        <RimLitPath d="M246 156c9 0 14 6 13 14-1 9-6 15-13 15s-12-6-13-15c-1-8 4-14 13-14z" fill="#2A1433" rim={sun} />
        {/* Figure of the woman, with her skirt blowing in the wind */}
        <path d="M176 208l-14 40-15 17 5 5 20-17 14-38z" fill="#E09E80" />
        <RimLitPath d="M183 190h14l10 9 5 12 2 48-8 3-8-46h-24l-2-12z" fill="#F6CDB0" rim={sun} />
        <RimLitPath
          d="M173 206q18 24 34 0l-3 40c8 30 14 70 16 106-30 8-58 8-92 2 20-30 38-74 46-108z"
          fill="url(#sunset-e)"
          rim={sun}
        />
        <path d="M175 248c-8 36-20 74-46 106-14 2-30 0-44-8 44-18 70-58 86-98z" fill="#F7A98F" opacity=".8" />
        <path
          d="M186 250c-4 40-14 76-30 106h12c12-32 18-66 21-106zM197 250c4 40 5 76 1 107h8c0-34-2-72-6-107z"
          fill="#B65A86"
          opacity=".35"
        />
        <path d="M208 256q8-4 13 1l-1 8q-6 3-12 1z" fill="#E09E80" />
        <RimLitPath
          d="M190 158c9 0 13 6 13 14 0 6 5 10 4 18 1 10-4 20-10 24-2-4-3-8-6-10-3 4-7 8-10 8-7-6-9-14-7-22 0-6 3-12 3-18 0-8 4-14 13-14z"
          fill={looks.herHair}
          rim={sun}
        />
        <path
          d="M184 176c-2 10-4 18-2 28M190 174c1 10 0 20 2 27M197 178c2 8 3 16 0 26"
          fill="none"
          stroke="#6B2A2A"
          strokeWidth="1.5"
          opacity=".6"
        />
        <Stroke d="M178 169q12-9 24 0" ink="#FFF3D6" width={3} dashes="0 4.2" />
      </g>
    </DrawingRoot>
  )
}

const sun = '#FFE3AE'
