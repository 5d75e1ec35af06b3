/** How ranks reach each other's memory without packets: registered regions between processes, tables of payloads between threads. */
package org.bipj.shm.regions;
