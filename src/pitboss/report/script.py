"""The page's one script: a click on a column's head sorts by it. Without it nothing is missing."""

import base64
import hashlib

SCRIPT = """
for (const table of document.querySelectorAll('table.sortable')) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  const key = (row, at) => {
    const cell = row.cells[at], value = cell.dataset.v ?? cell.textContent.trim();
    return value === '' || isNaN(value) ? value : Number(value);
  };
  heads.forEach((head, at) => {
    if (!head.textContent.trim() || head.dataset.fixed !== undefined) return;
    head.tabIndex = 0;
    head.classList.add('sorts');
    const sort = () => {
      const up = head.getAttribute('aria-sort') === 'descending';
      heads.forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      const rows = [...body.rows].map(row => [key(row, at), row]);
      rows.sort(([a], [b]) => {
        const order = typeof a === 'number' && typeof b === 'number'
          ? a - b : String(a).localeCompare(String(b), undefined, {numeric: true});
        return up ? order : -order;
      });
      body.append(...rows.map(([, row]) => row));
    };
    head.addEventListener('click', sort);
    head.addEventListener('keydown', event => {
      if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); sort(); }
    });
  });
}
"""

_DIGEST = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
# Only this very script may run, and nothing may be fetched, whatever a bot managed to smuggle in.
CONTENT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    f"form-action 'none'; script-src 'sha256-{_DIGEST}'"
)
