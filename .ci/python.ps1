# Prepare the project's own virtual environment in .venv and give the path of its Python, on Windows.
# usage: .ci/python.ps1 REQUIREMENTS-FILE
# The same as .ci/python; written by people who have not tried it, having no Windows.
param([Parameter(Mandatory)][string]$Requirements)
$ErrorActionPreference = 'Stop'
$python = '.venv\Scripts\python.exe'

if (-not (Test-Path $python)) {
    $found = Get-Command py, python3, python -ErrorAction SilentlyContinue | Select-Object -First 1
    if (-not $found) {
        [Console]::Error.WriteLine('Tuppence needs Python 3.11 or newer: https://www.python.org/downloads/')
        exit 69
    }
    & $found.Source -c 'import sys; sys.exit(sys.version_info < (3, 11))'
    if ($LASTEXITCODE) {
        [Console]::Error.WriteLine("Tuppence needs Python 3.11 or newer; $($found.Source) is older.")
        exit 69
    }
    [Console]::Error.WriteLine('Making a virtual environment in .venv ...')
    & $found.Source -m venv .venv
    if ($LASTEXITCODE) {
        [Console]::Error.WriteLine("No virtual environment could be made in $PWD; it has to be writable.")
        exit 73
    }
}

# Installed once for each state of the lock files, and not again.
$stamp = ".venv\installed-$Requirements"
$state = (Get-ChildItem .ci\locked\*.txt | Get-FileHash | ForEach-Object Hash) -join ' '
if (-not (Test-Path $stamp) -or (Get-Content $stamp -Raw).Trim() -ne $state) {
    [Console]::Error.WriteLine("Installing $Requirements ...")
    & $python -m pip install --quiet --disable-pip-version-check --require-hashes `
        -r ".ci\locked\$Requirements" | Out-Host
    if ($LASTEXITCODE) {
        [Console]::Error.WriteLine('The packages could not be brought; is there a network? Run it again.')
        exit 69
    }
    Set-Content $stamp $state
}
$python
