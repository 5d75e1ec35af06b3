/** Constants of hardware and software: values with unit, range, mark and source. They know no files. */
package org.bipj.sim.constants;
