/** What the operating system offers and Java does not: signals, process groups, processors, and a watchdog. */
package org.bipj.launch.support;
