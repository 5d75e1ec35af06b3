/** Jobs whose ranks are coroutines in virtual time: once, or once for each way that they can go. */
package org.bipj.launch.onejvm.simjob;
