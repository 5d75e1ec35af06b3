/** What is told of a run when it has ended. */
package org.bipj.sim.report;
