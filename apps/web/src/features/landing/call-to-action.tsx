import { Button } from '../../ui/button.tsx'

export function CallToAction() {
  return (
    <section className="border-t sign-ups-closed:hidden">
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between gap-5 px-4 py-14 sm:px-6">
        <div className="grid gap-1">
          <h2 className="text-title font-semibold">Try it with one .env file.</h2>
          <p className="text-ink-2">
            From sign-up to a pipeline that fetches its values takes about five minutes.
          </p>
        </div>
        <Button size="lg" data-dialog="sign-up">
          Start Free Now
        </Button>
      </div>
    </section>
  )
}
