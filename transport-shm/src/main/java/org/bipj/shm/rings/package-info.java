/** The rings through which packets go: one pair per direction between two ranks. */
package org.bipj.shm.rings;
