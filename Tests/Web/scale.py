"""How much the tests of pages do: `QUINCE_TEST_SCALE` above 1 asks for every combination of colours, widths and times."""

import os

IS_WHOLE = int(os.environ.get("QUINCE_TEST_SCALE") or 1) > 1
