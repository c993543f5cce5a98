# Every check there is, on Windows: lint, format, imports, types, tests. Arguments go to pytest.
# It does what ./test does; we have not tried it, having no Windows. Tests that send signals of Unix
# or set the rights of files cannot pass there.
$ErrorActionPreference = 'Stop'
Set-Location $PSScriptRoot
$env:PYTHONUTF8 = '1'
$python = & .ci\python.ps1 requirements-dev.txt
if (-not $python) { exit $LASTEXITCODE }
& $python -m ruff check .
if ($LASTEXITCODE) { exit $LASTEXITCODE }
& $python -m ruff format --check .
if ($LASTEXITCODE) { exit $LASTEXITCODE }
& (Join-Path (Split-Path $python) 'lint-imports') --no-cache --no-logo
if ($LASTEXITCODE) { exit $LASTEXITCODE }
& $python -m mypy
if ($LASTEXITCODE) { exit $LASTEXITCODE }
& $python -m pytest -q -n 2 --dist worksteal @args
exit $LASTEXITCODE
