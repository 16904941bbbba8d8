// The other files are links to those of Carillon's own tests. The modules that they import come with this one.
import CarillonTest
