import { useCallback, useEffect, useMemo, useState } from 'react';
import { ServiceContext, useWords, WordsContext } from './context.js';
import type { ServiceFailure } from './failure.js';
import { JobPage } from './pages/job.js';
import { ModelPage } from './pages/model.js';
import { ModelsPage } from './pages/models.js';
import { SignInPage } from './pages/sign-in.js';
import { TrainPage } from './pages/train.js';
import { Page } from './parts/page.js';
import { MODELS, routeOf, TRAIN, useHash } from './route.js';
import { Service } from './service.js';
import { session } from './session.js';
import { firstLocale, type Locale, rememberLocale, TEXTS } from './text/texts.js';

/** Who is signed in, in which language, and on which page. */
export function App() {
  const [locale, setLocale] = useState(firstLocale);
  const [token, setToken] = useState(session.token);
  const [refusal, setRefusal] = useState<ServiceFailure>();
  const words = useMemo(() => ({ locale, texts: TEXTS[locale] }), [locale]);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);

  const leave = useCallback((why?: ServiceFailure) => {
    session.end();
    setToken(undefined);
    setRefusal(why);
  }, []);
  const enter = (fresh: string) => {
    session.begin(fresh);
    setToken(fresh);
    setRefusal(undefined);
  };
  const switchTo = (chosen: Locale) => {
    rememberLocale(chosen);
    setLocale(chosen);
  };
  const service = useMemo(
    () => (token === undefined ? undefined : new Service(token, leave)),
    [token, leave],
  );

  return (
    <WordsContext value={words}>
      <Header
        onSwitch={switchTo}
        {...(service !== undefined && {
          onLeave: () => {
            leave();
            location.hash = MODELS;
          },
        })}
      />
      <main>
        {service === undefined ? (
          <SignInPage refusal={refusal} onEnter={enter} />
        ) : (
          <ServiceContext value={service}>
            <CurrentPage />
          </ServiceContext>
        )}
      </main>
    </WordsContext>
  );
}

interface HeaderProps {
  readonly onSwitch: (locale: Locale) => void;
  /** Absent while nobody is signed in. */
  readonly onLeave?: () => void;
}

function Header({ onSwitch, onLeave }: HeaderProps) {
  const { locale, texts } = useWords();
  const { page } = routeOf(useHash());
  const other = locale === 'en' ? 'ja' : 'en';
  return (
    <header className="top">
      <span className="brand">Kotobashi</span>
      {onLeave && (
        <nav>
          <a href={MODELS} aria-current={page === 'models' ? 'page' : undefined}>
            {texts.models}
          </a>
          <a href={TRAIN} aria-current={page === 'train' ? 'page' : undefined}>
            {texts.train}
          </a>
        </nav>
      )}
      <div className="aside">
        <button type="button" className="quiet" lang={other} onClick={() => onSwitch(other)}>
          {TEXTS[other].languageName}
        </button>
        {onLeave && (
          <button type="button" className="quiet" onClick={onLeave}>
            {texts.signOut}
          </button>
        )}
      </div>
    </header>
  );
}

function CurrentPage() {
  const route = routeOf(useHash());
  switch (route.page) {
    case 'models':
      return <ModelsPage />;
    case 'model':
      return <ModelPage key={route.mid} mid={route.mid} />;
    case 'train':
      return <TrainPage />;
    case 'job':
      return <JobPage key={route.jid} jid={route.jid} />;
    case 'unknown':
      return <UnknownPage />;
  }
}

function UnknownPage() {
  const { texts } = useWords();
  return (
    <Page title={texts.unknownPage}>
      <a href={MODELS}>{texts.toModels}</a>
    </Page>
  );
}
