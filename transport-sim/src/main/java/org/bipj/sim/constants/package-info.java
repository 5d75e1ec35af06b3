/** Constants of hardware and software: values with unit, range, mark and source. Does not depend on files. */
package org.bipj.sim.constants;
