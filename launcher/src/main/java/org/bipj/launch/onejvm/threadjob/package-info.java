/** Jobs whose ranks are threads. */
package org.bipj.launch.onejvm.threadjob;
