/** LCI's results (Bhoedjang, Verstoep, Ruehl, Bal, Hofman: ASPLOS 2000), section 4. */
package org.bipj.reproduce.lci;
