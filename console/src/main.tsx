import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { applyTheme, chosenTheme } from './theme.js';

applyTheme(chosenTheme());
const place = document.getElementById('console');
if (place === null) throw new Error('The page has no place for the console.');
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
