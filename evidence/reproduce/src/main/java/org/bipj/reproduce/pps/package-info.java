/** The LCI paper's sections 5 and 6: the parallel-programming systems on LCI, and their applications. */
package org.bipj.reproduce.pps;
