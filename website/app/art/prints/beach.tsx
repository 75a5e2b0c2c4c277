import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient } from '../scene.tsx'

/** Drawing of a photo print: a beach in the late afternoon, seen from above, with long shadows. */
export function BeachDrawing(props: DrawingProps) {
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="a" colours={['#FFEBD0', '#F6CFA6', '#EDB88F']} />
      <LinearGradient id="b" colours={['#7FC4B5', '#2F8588', '#1F5A73']} />
      <RadialGradient id="c" cx={0.65} cy={0.3} colours={['#FFFFFF66', '#2A143300', '#2A143359']} />
      <LinearGradient id="d" across colours={['#8A3D5A40', '#8A3D5AA6']} />
      <path d="M0 0h400v400H0z" fill="url(#a)" />
      <g fill="none" strokeLinecap="round">
        <path d="M0 186C60 210 90 250 150 262s110 40 150 84 50 40 90 60H0z" fill="#D9A684" opacity=".7" />
        <path d="M0 206C56 228 88 266 146 278s104 40 142 82 42 34 60 42H0z" fill="url(#b)" />
        <path d="M-6 204C56 228 88 266 146 278s104 40 142 82 48 40 80 52" stroke="#fff" strokeWidth="9" />
        <path
          d="M0 232C50 250 80 290 138 300s94 34 130 70 30 26 40 30"
          stroke="#fff"
          strokeWidth="4"
          opacity=".75"
          strokeDasharray="60 14 34 22"
        />
        <path
          d="M0 272C40 284 70 318 118 328s80 30 110 66"
          stroke="#fff"
          strokeWidth="3"
          opacity=".5"
          strokeDasharray="40 26 18 30"
        />
        <path
          d="M0 322C30 330 56 352 92 364s40 16 60 36"
          stroke="#fff"
          strokeWidth="3"
          opacity=".35"
          strokeDasharray="26 30"
        />
        <path
          d="M24 40q60 30 120 20M10 90q50 24 90 20M300 250q40 10 90-10M330 300q30 10 60 0"
          stroke="#D99F76"
          strokeWidth="3"
          opacity=".45"
        />
        <path
          d="M372 20l-18 34M350 66l-24 30M318 108l-26 22"
          stroke="#C98A66"
          strokeWidth="6"
          strokeDasharray="0 15"
          opacity=".7"
        />
        <path
          d="M384 26l-18 34M360 74l-24 30M326 118l-26 22"
          stroke="#C98A66"
          strokeWidth="6"
          strokeDasharray="0 15"
          opacity=".7"
        />
      </g>
      <path d="M240 160L150 246C104 276 44 258 34 220 28 190 60 150 110 110z" fill="url(#d)" opacity=".8" />
      <g transform="translate(262 196)rotate(28)">
        <path d="M-8 10h46v100H-8z" fill="#8A3D5A" opacity=".4" />
        <path d="M0 0h46v100H0z" fill="#FBF6F1" />
        <path d="M0 10h46v8H0zM0 26h46v4H0zM0 70h46v4H0zM0 82h46v8H0z" fill="#7C3AED" />
        <path d="M50 10h8v100h-8z" fill="#8A3D5A" opacity=".4" />
        <path d="M58 4h46v100H58z" fill="#F2A94B" />
        <path d="M58 18h46v16H58zM58 50h46v16H58zM58 82h46v16H58z" fill="#FFE9CF" />
        <path d="M8 38l26-8 8 26-26 8z" fill="#E5447F" />
        <path d="M18 46l12-4M20 53l12-4" stroke="#FFE9CF" strokeWidth="3" />
        <ellipse cx="78" cy="44" rx="25" ry="23" fill="#8A3D5A" opacity=".35" />
        <ellipse cx="82" cy="40" rx="25" ry="24" fill="#E8BF7C" />
        <ellipse cx="82" cy="40" rx="13" ry="12" fill="#F6DDA6" />
        <path d="M69 40a13 12 0 0 0 26 0 13 14 0 0 1-26 0z" fill="#E5447F" />
      </g>
      <g transform="translate(182 102)">
        <circle r="86" fill="#FFF6E6" />
        <path
          d="M0 0L85 13A86 86 0 0 1 67 54zM0 0L31 80A86 86 0 0 1 -13 85zM0 0L-54 67A86 86 0 0 1 -80 31zM0 0L-85 -13A86 86 0 0 1 -67 -54zM0 0L-31 -80A86 86 0 0 1 13 -85zM0 0L54 -67A86 86 0 0 1 80 -31z"
          fill="#E5447F"
        />
        <circle r="86" fill="url(#c)" />
        <circle r="7" fill="#FFD58A" />
      </g>
      <g transform="translate(96 196)">
        <ellipse cx="-16" cy="10" rx="22" ry="12" fill="#8A3D5A" opacity=".35" />
        <circle r="17" fill="#FFFDF8" />
        <path d="M0 0L-17 2A17 17 0 0 1-9-14zM0 0l5-16A17 17 0 0 1 17-2zM0 0l12 12a17 17 0 0 1-17 4z" fill="#7C3AED" />
        <path d="M-17 2A17 17 0 0 0 10 14 20 20 0 0 1-17 2z" fill="#2A1433" opacity=".25" />
      </g>
    </DrawingRoot>
  )
}
