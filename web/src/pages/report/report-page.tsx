import { useQuery } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { reportReasons } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { useParams } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { contrastClass, previewUrl } from '#image-card/image-src.ts'
import { imageQuery } from '#pages/image-detail/image-query.ts'
import { ArticlePage } from '#shells/public/prose-page.tsx'
import { FieldMessage, FormField, TextField } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'
import { CheckField, PostedForm, usePostedForm } from './posted-form.tsx'

/** The form that reports an image; it is posted to this address, with or without JavaScript. */
export function ReportPage() {
  const { send } = useAppContext()
  const { slug = '' } = useParams()
  const { data, isError } = useQuery(imageQuery(send, slug))
  const image = data?.image
  return (
    <ArticlePage title={image ? `Report “${image.title}”` : messages.title} heading={messages.title}>
      {isError ? (
        <>
          <p className="mt-5 text-lg text-soft">There is no such picture, or it is not here any more.</p>
          <a className="button main mt-6" href={pages.home.href()}>
            Return to website
          </a>
        </>
      ) : (
        <div className="report">
          <div>
            <p className="mb-6 max-w-[46ch] text-lg text-soft">{messages.lead}</p>
            {image && (
              <p className="flex items-center gap-4">
                <img
                  src={previewUrl(image, 320)}
                  alt=""
                  className={`checkerboard size-24 shrink-0 rounded-xl object-contain p-2 ${contrastClass(image)}`}
                />
                <span className="min-w-0">
                  <span className="block text-soft text-sm">The picture</span>
                  <a className="link" href={pages.image.href({ slug })}>
                    <bdi className="wrap-anywhere">{image.title}</bdi>
                  </a>
                </span>
              </p>
            )}
          </div>
          <ReportForm action={pages.report.href({ slug })} />
        </div>
      )}
    </ArticlePage>
  )
}

function ReportForm({ action }: { action: string }) {
  const form = usePostedForm(action)
  const { field, check } = form
  return (
    <PostedForm form={form} texts={messages}>
      <fieldset className="reasons" aria-describedby="reason-message">
        <legend className="mb-2 font-medium text-sm">What is wrong?</legend>
        {reportReasons.map(({ value, choice }) => (
          <label key={value}>
            <input type="radio" name="reason" value={value} defaultChecked={form.valueAt('reason') === value} />
            {choice}
          </label>
        ))}
        <FieldMessage id="reason-message" message={form.messageAt('reason')} />
      </fieldset>
      <fieldset className="notice">
        <legend className="heading">Notice of copyright</legend>
        <p className="text-soft text-sm">The law asks for this when you say that a work is yours.</p>
        <FormField label="Your name" autoComplete="name" maxLength={reportLimits.line} {...field('name')} />
        <TextField label={messages.work} rows={3} maxLength={reportLimits.text} {...field('work')} />
        <CheckField label={messages.goodFaith} {...check('good_faith')} />
        <CheckField label={messages.accurate} {...check('accurate')} />
        <FormField
          label="Signature: type your name"
          autoComplete="off"
          maxLength={reportLimits.line}
          {...field('signature')}
        />
      </fieldset>
      <TextField
        label="What should we know?"
        hint="Optional, except for something else. Where is it wrong, and how do you know?"
        rows={5}
        maxLength={reportLimits.text}
        {...field('message')}
      />
      <FormField
        label="E-mail for our answer"
        hint="Optional, except for copyright. We use it for this report alone and delete it some time after the answer."
        type="email"
        autoComplete="email"
        {...field('email')}
      />
      {/* Programs fill it in. */}
      <input name="website" type="text" hidden autoComplete="off" />
    </PostedForm>
  )
}
