/** Reports about a run that has ended. */
package org.bipj.sim.report;
