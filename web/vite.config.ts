import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import sharp from 'sharp'
import subsetFont from 'subset-font'
import { defineConfig, type Plugin } from 'vite'

/** One `vite build` makes both bundles: the browser's, then the single file with which the server renders pages. */
export default defineConfig(({ command }) => ({
  appType: 'custom',
  plugins: [
    basicFont(),
    tailwindcss(),
    react(),
    iconsWithoutKeys(),
    unusedRouterParts(),
    directAppImport(),
    ownModules(),
    rasterIcons(),
    precompress(),
  ],
  build: {
    // All engines support light-dark() since May 2024; lowering it would double the tokens.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: false,
    // On a slow machine its operator can do nothing about the time that plugins take.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: {
      build: {
        manifest: true,
        outDir: 'dist/client',
        rolldownOptions: {
          input: ['src/entry/first-script.ts', 'src/entry/theme-script.ts'],
          output: { codeSplitting: { groups: [{ debugName: 'app', name: publicChunk }] } },
        },
      },
    },
    ssr: {
      // The build bundles all packages, of React the production build only; development uses packages as they are.
      ...(command === 'build' && {
        resolve: { noExternal: true },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
      build: {
        outDir: 'dist/server',
        rolldownOptions: { input: 'src/entry/ssr.tsx', output: { codeSplitting: false, entryFileNames: 'server.js' } },
      },
    },
  },
  builder: {
    buildApp: async (builder) => {
      await builder.build(builder.environments.client!)
      await builder.build(builder.environments.ssr!)
    },
  },
}))

const typography = join(import.meta.dirname, 'src/styles/typography.css')
const wholeFont = join(
  import.meta.dirname,
  '../node_modules/@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
)
const cache = join(import.meta.dirname, '.cache')

/**
 * Makes `.cache/hanken-basic.woff2`, the file of basic letters that every page preloads: what typography.css says about
 * the face that uses it (letters, weights) is what the file has, 16 kB in place of 35.
 */
function basicFont(): Plugin {
  return {
    name: 'basic-font',
    configureServer: writeBasicFont,
    buildApp: { order: 'pre', handler: writeBasicFont },
  }
}

async function writeBasicFont(): Promise<void> {
  const face = readFileSync(typography, 'utf8').match(/@font-face \{[^}]*hanken-basic[^}]*\}/)![0]
  const [, min, max] = face.match(/font-weight: (\d+) (\d+)/)!
  const letters = [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(([, first, last = first]) =>
    characters(Number.parseInt(first!, 16), Number.parseInt(last!, 16)),
  )
  const subset = await subsetFont(readFileSync(wholeFont), letters.join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: Number(min), max: Number(max) } },
  })
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'hanken-basic.woff2'), subset)
}

const characters = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))

/** The mark for browsers and phones that take no SVG: of 32 pixels, and of 180 on the token --paper. */
function rasterIcons(): Plugin {
  const mark = join(import.meta.dirname, 'src/styles/mark.svg')
  const drawn = (size: number) =>
    sharp(mark, { density: 72 * (size / 16) })
      .resize(size, size)
      .png()
      .toBuffer()
  return {
    name: 'raster icons',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      const paper = { create: { width: 180, height: 180, channels: 3, background: '#fbfaf6' } } as const
      const touch = sharp(paper).composite([{ input: await drawn(120) }])
      this.emitFile({ type: 'asset', fileName: 'icons/favicon.ico', source: ico(await drawn(32)) })
      this.emitFile({ type: 'asset', fileName: 'icons/apple-touch-icon.png', source: await touch.png().toBuffer() })
    },
  }
}

/** A file of one PNG of 32 pixels: its kind, one entry of 32 bits a pixel, and where the PNG lies. */
function ico(png: Buffer): Buffer {
  const head = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])
  head.writeUInt32LE(png.length, 14)
  return Buffer.concat([head, png])
}

/**
 * One chunk, the app's, has what hydrate.tsx imports statically and what visitors' two large pages share with other
 * modules, so that each of these pages is two files and not a dozen.
 */
function publicChunk(id: string, modules: ModuleGraph): string | null {
  // The back offices' part of the query library, whose one module would bring it into the app.
  if (/infiniteQueryObserver\.js|useInfiniteQuery\.js$/.test(id)) return null
  appModules ??= modulesOfApp(modules)
  return appModules.has(id) ? 'app' : null
}

type ModuleGraph = { getModuleInfo(id: string): { importedIds: string[]; importers: string[] } | null }

const hydrateEntry = join(import.meta.dirname, 'src/entry/hydrate.tsx')
const pageEntries = ['home/home-page.tsx', 'image-detail/image-detail-page.tsx'].map((page) =>
  join(import.meta.dirname, 'src/pages', page),
)
let appModules: Set<string> | undefined

function modulesOfApp(modules: ModuleGraph): Set<string> {
  const ofApp = staticImports(hydrateEntry, modules)
  for (const page of pageEntries) {
    const ofPage = staticImports(page, modules)
    for (const id of ofPage) {
      const importers = modules.getModuleInfo(id)?.importers ?? []
      if (!importers.every((importer) => ofPage.has(importer)))
        for (const shared of staticImports(id, modules)) ofApp.add(shared)
    }
  }
  return ofApp
}

function staticImports(start: string, modules: ModuleGraph): Set<string> {
  const reached = new Set([start])
  for (const id of reached) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}

/**
 * Lets first-script.ts import the app by its plain URL: Vite would wrap the import into its preloader, which is three
 * times the size of the whole first script. A placeholder stands for the URL until the app's hash is known, so the hash
 * of first-script.ts changes with the app's.
 */
function directAppImport(): Plugin {
  return {
    name: 'deferred',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: hydrateEntry, preserveSignature: 'allow-extension' })
    },
    transform: {
      filter: { id: /src\/entry\/first-script\.ts$/ },
      handler: (code) => code.replace(/import\(.+?hydrate.+?\)/, 'import(__app__)'),
    },
    renderChunk(code, chunk, _, { chunks }) {
      if (!chunk.facadeModuleId?.endsWith('first-script.ts')) return null
      const app = Object.values(chunks).find(({ moduleIds }) => moduleIds.includes(hydrateEntry))!
      return code.replace('__app__', JSON.stringify(`/${app.fileName}`))
    },
  }
}

/** Puts small modules of ours in the place of what would take 1,300 bytes more of the app (brotli). */
function ownModules(): Plugin {
  const standIn = (path: string) => JSON.stringify(join(import.meta.dirname, path))
  const replacements = {
    'preload-helper.js': `export * from ${standIn('src/app/import-with-styles.ts')}`,
    'createLucideIcon.mjs': `export { createIcon as default } from ${standIn('src/ui/create-icon.ts')}`,
  }
  return {
    name: 'own-modules',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /(preload-helper\.js|createLucideIcon\.mjs)$/ },
      handler: (id) => replacements[id.split('/').at(-1) as keyof typeof replacements],
    },
  }
}

/**
 * Leaves the random React keys out of icons, which take 180 bytes of the app (brotli): the parts of an icon never
 * change their order, and React asks for keys in development only.
 */
function iconsWithoutKeys(): Plugin {
  return {
    name: 'icons-without-keys',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\// },
      handler: (code) => code.replaceAll(/,\s*key: "\w+"/g, ''),
    },
  }
}

/**
 * Lets the build leave out React Router's components for links and forms, which we do not use, with all that they
 * import: the calls that make them are not marked as pure.
 */
function unusedRouterParts(): Plugin {
  return {
    name: 'unused-router-parts',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/dom\/lib\.js$/ },
      handler: (code) =>
        code
          .replaceAll('React$1.forwardRef(', '/* @__PURE__ */ React$1.forwardRef(')
          .replaceAll(/^\w+\.displayName = .+$/gm, ''),
    },
  }
}

/** Writes each text file also compressed with brotli and gzip, so that no request has to compress it. */
function precompress(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir }) {
      const assets = join(dir!, 'assets')
      for (const file of readdirSync(assets).filter((name) => /\.(js|css|svg)$/.test(name))) {
        const bytes = readFileSync(join(assets, file))
        writeFileSync(join(assets, `${file}.br`), brotliCompressSync(bytes))
        writeFileSync(join(assets, `${file}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
