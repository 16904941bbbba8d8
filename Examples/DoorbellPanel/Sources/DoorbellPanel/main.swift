import Carillon

Board.run(wiring: "doorbell-panel", makeDoorbellPanel)
