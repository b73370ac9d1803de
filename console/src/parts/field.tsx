import { type ComponentProps, type ReactNode, useId } from 'react';

/** What connects a control with its label, its hint and what is wrong with it. */
export interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value, in words. */
  readonly problem?: ReactNode;
  readonly children: (ids: ControlIds) => ReactNode;
}

/**
 * A labelled control of any kind.
 *
 * @example
 * <Field label="Name" hint="As customers know it.">{(ids) => <input {...ids} value={name} … />}</Field>
 */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const note = `${id}-note`;
  const isNoted = hint !== undefined || problem !== undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(isNoted && { 'aria-describedby': note }),
        ...(problem !== undefined && { 'aria-invalid': true }),
      })}
      {isNoted && (
        <small id={note} className={problem === undefined ? undefined : 'problem'}>
          {problem ?? hint}
        </small>
      )}
    </div>
  );
}

type Described = Omit<FieldProps, 'children'>;

interface TextFieldProps extends Described, Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'children'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One line of text. Everything an `input` takes can be said too. */
export function TextField({ label, hint, problem, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => (
        <input autoComplete="off" {...input} {...ids} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps
  extends Described,
    Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'children'> {
  readonly value: string;
  readonly options: readonly Option[];
  /** Shown first, for no value. */
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/** One of a few. */
export function SelectField({
  label,
  hint,
  problem,
  options,
  placeholder,
  onChange,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => (
        <select {...select} {...ids} onChange={(event) => onChange(event.target.value)}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
